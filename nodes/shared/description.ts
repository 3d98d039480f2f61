/** What the node and its trigger do: n8n's panel has one entry for both, and shows the description of one of them. */
export const DESCRIPTION =
	'Send SMS and SMS campaigns, follow their delivery, and start workflows on status changes and replies';
