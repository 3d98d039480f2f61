/** A reply of the service, whatever its status. */
export interface ServiceReply {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What went wrong with a call, and what follows from it. */
export interface ServiceFault {
	kind: 'code' | 'http' | 'notJson' | 'empty' | 'cutOff' | 'refused' | 'timeout' | 'connection' | 'tls' | 'redirect' | 'auth' | 'tooLarge' | 'cancelled';
	/** Code of the legacy interface (section 7). */
	code?: number;
	httpStatus?: number;
	/** What happened. */
	message: string;
	/** How to mend it. */
	description: string;
	/** Whether the same call may succeed a little later. */
	retryable: boolean;
	/** 'rejected': the service did not act. 'unknown': it may have acted. */
	outcome: 'rejected' | 'unknown';
	/** Pause that the service asked for, in ms. */
	retryAfterMs?: number;
	/** What the service said about single fields, phones and secrets masked. */
	details?: string[];
}
