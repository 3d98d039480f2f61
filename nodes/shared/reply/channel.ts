/** The channels that types of messages name. */
const CHANNEL =
	/(?<![a-z])(?:hlr|e-?mail|mms|push|rcs|sms|telegram|viber|vk|voice|whatsapp)(?![a-z])/;

/**
 * Takes the type of messages that a record tells, and a channel; returns whether the type names another one. Under the same name some
 * services write other kinds, such as that of the text or of the traffic, or a number.
 */
export function isOfOtherChannel(type: unknown, channel: string): boolean {
	const told = String(type).toLowerCase();
	return !told.includes(channel) && CHANNEL.test(told);
}
