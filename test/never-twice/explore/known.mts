import type { Past, Wrong } from './search.mts';

/** Something that goes wrong, and is known to. */
export interface Known {
	/** What it is: of what the docs give up, their sentence. */
	sentence: string;
	/** Whether it explains what went wrong. */
	explains(wrong: Wrong, past: Past): boolean;
}

const kindOf = ({ course }: Wrong) => course.setting.kind;
const isCampaign = (wrong: Wrong): boolean => ['campaign', 'file'].includes(kindOf(wrong));
const isTwice = ({ kind }: Wrong): boolean => kind === 'is carried out twice';
const isMisjudged = ({ kind }: Wrong): boolean => kind === 'is refused and was carried out';
const isMissing = ({ kind }: Wrong): boolean => kind === 'is accepted and was not carried out';
/** What docs/sending-safely.md says that the node does not protect from. */
export const GIVEN_UP: readonly Known[] = [
	{
		sentence: 'With another API key, what it may have sent goes out again.',
		explains: (wrong, past) =>
			past.otherKey && (past.died || past.isRetriedAgain) && (isTwice(wrong) || isMisjudged(wrong)),
	},
	{
		sentence:
			'A worker in queue mode is killed, which n8n does not show, or you retry the same execution a second time: a send to contact lists goes out again, because it has no references.',
		explains: (wrong, past) =>
			kindOf(wrong) === 'contactLists' && (past.diedUnseen || past.isRetriedAgain),
	},
	{
		sentence:
			'So does a campaign whose messages the service cannot show, and one whose list begins and ends with other people by then.',
		explains: (wrong, past) =>
			isCampaign(wrong) &&
			(past.diedUnseen || past.isRetriedAgain) &&
			past.change.includes('begins and ends'),
	},
	{
		sentence:
			'**A campaign** that n8n shows as begun is accepted when its first and its last message show, and unknown otherwise.',
		explains: (wrong, past) => isMissing(wrong) && past.died && past.change.includes('the middle'),
	},
	{
		sentence:
			'Retry On Fail, or a retry of this new execution, does not send it a third time, unless the process was killed in between: then no record says that it was sent again.',
		explains: (wrong, past) => isTwice(wrong) && past.diedAfterSendAgain,
	},
	{
		sentence: 'Never retry the old execution again: it does not know of the second send.',
		explains: (wrong, past) => isTwice(wrong) && past.isOldAfterSendAgain,
	},
	{
		sentence:
			'You delete the first of two before a retry: the second counts as the first, and is not sent.',
		explains: (_, past) => past.change === 'the first of two is deleted',
	},
	{
		sentence:
			'You correct a wrong number to that of a later row: the corrected row counts as that one, and the other goes out again.',
		explains: (_, past) => past.change === 'it is that of a later row',
	},
	{
		sentence:
			'The service sends a campaign, and answers with a refusal or 429: the node believes that, so the node or Retry On Fail sends it again.',
		explains: (_, past) => past.lied,
	},
];
