import type { Resource } from '../../dispatch/operation';
import { cancel } from './cancel.operation';
import { checkCode } from './checkCode.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { resendCode } from './resendCode.operation';
import { sendCode } from './sendCode.operation';

export const verification: Resource = {
	option: {
		name: 'Verification',
		value: 'verification',
		description: 'One-time passwords by SMS or Viber, sent and checked by the service',
	},
	operations: [sendCode, cancel, checkCode, get, getAll, resendCode],
};
