/** A known way in which the node and the service judge a value otherwise, which is no failure. */
interface Known {
	what: string;
	finding: RegExp;
}

/** The node is stricter on purpose: the specification says nothing of these, and nobody means them. */
const STRICTER: Known[] = [
	{
		what: 'refused by the node alone: a year before 1019, which a time in every zone cannot show with four digits',
		finding: /calendar has.*["=](?:0\d{3}|10[01]\d)-/s,
	},
	{
		what: 'refused by the node alone: an option that was added and has no value',
		finding: /the node refuses what the service takes: [^\n]* is empty \[item 1\]/,
	},
	{
		what: 'refused by the node alone: an option that says something of another one, which was not added',
		finding: /: [^\n]* has no effect without /,
	},
	{
		what: 'refused by the node alone: what an expression wrote where it had no value',
		finding:
			/holds .{0,4}(?:undefined|NaN|null|\[object Object\]).{0,4}, which an expression put there/,
	},
	{
		what: 'refused by the node alone: a text that is no number (NaN) or an infinite one, which JSON sends as null',
		finding: /is a number that is negative, too long or has a fraction [^\n]*:null[,}]/,
	},
	{
		what: 'refused by the node alone: braces in a text that the service would fill with nothing, or send as they are',
		finding: /(?:Text|Content) holds [^\n]*, which names no field/,
	},
	{
		what: 'refused by the node alone: two values for one custom field of a contact',
		finding: /names field \d+ twice/,
	},
	{
		what: 'refused by the node alone: two letters that are the code of no country (ISO 3166-1, which 2.4 and 4.14 name)',
		finding: /the node refuses what the service takes: [^\n]*"[A-Z]{2}" is no country \[item 1\]/,
	},
	{
		what: 'refused by the node alone: a filter that no verification can match, as it is no country or no phone number',
		finding:
			/the node refuses what the service takes: [^\n]*(?:Country Code|Phone Number) [^\n]*\(GET \/api\/2fa\/authentications\?/,
	},
	{
		what: 'refused by the node alone: a period of messages that ends before it begins',
		finding: /Sent After is later than Sent Before/,
	},
	{
		what: 'refused by the node alone: a report on a period that ends at the second in which it begins, which a day given twice is',
		finding: /the node refuses what the service takes: From is not before To \[item 1\]/,
	},
	{
		what: 'refused by the node alone: a number that the numbering plan of no country has',
		finding:
			/is no number of|may be a number of|country code that does not exist|begins with 0, so its country code|ends in \d+ zeros|digits? after \+\d+, but numbers of|after its country code, as no number|is no phone number/,
	},
];

/** The service is stricter than the specification, which shows no such rule: what it refuses it says itself. */
const LENIENT: Known[] = [
	{
		what: 'refused by the service alone: a sender of 4.7 or 4.9, for which the specification shows no rule',
		finding:
			/let through: (?:(?:alternative_channel\W*)?sms\W*)?sender: The sender must .*\(POST \/api\/(?:campaigns\/(?:(?:sms|rcs)\/send(?:-groups)?|price)|messages\/(?:rcs\/)?send) /s,
	},
	{
		what: 'refused by the service alone: a legacy sender of 1 to 14 characters that are not Latin',
		finding:
			/let through: code 25 \(POST \/rest\/sms\/create .*"originator":"(?:[^"\\]|\\u[0-9a-f]{4}|\\.){1,14}"/su,
	},
];

/** What is known of a finding; undefined when it is new. */
export const knownOf = (finding: string): string | undefined =>
	[...STRICTER, ...LENIENT].find((known) => known.finding.test(finding))?.what;
