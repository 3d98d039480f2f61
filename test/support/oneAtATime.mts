/** n8n's Request Options with which a send makes one request after the other, so that a test knows their order. */
export const ONE_AT_A_TIME = {
	requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
};
