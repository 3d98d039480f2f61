/** A way in which the node and the service judge a value otherwise, and that is known: it is counted and printed, and no failure. */
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
		what: 'refused by the node alone: two values for one custom field of a contact',
		finding: /names field \d+ twice/,
	},
];

/** What is known of a finding; undefined when it is new. */
export const knownOf = (finding: string): string | undefined =>
	STRICTER.find((known) => known.finding.test(finding))?.what;
