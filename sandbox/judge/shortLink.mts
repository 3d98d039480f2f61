import type { Complaints } from './complaints.mts';
import { UUID } from './limits.mts';
import { length, own, wellFormed } from './values.mts';

/** What a link is made of or changed to (extensions notes, section 7). @param isNew says that it is made */
export function judgeLink(
	body: Record<string, unknown>,
	isNew: boolean,
	complaints: Complaints,
): { address?: string; domainId?: string; name?: string; slug?: string } {
	const text = (name: string, max: number, isRequired: boolean): string | undefined => {
		const value = own(body, name);
		if (value === undefined && !isRequired) return undefined;
		if (typeof value === 'string' && wellFormed(value) && value !== '' && length(value) <= max)
			return value;
		complaints.add(name, `The ${name} field must have 1 to ${max} characters.`);
		return undefined;
	};
	const address = text(isNew ? 'link' : 'original_link', 2048, isNew);
	if (address !== undefined && !(/^https?:\/\//i.test(address) && URL.canParse(address)))
		complaints.add('link', 'The link must be an address.');
	const domainId = isNew ? own(body, 'domain_id') : undefined;
	if (isNew && !(typeof domainId === 'string' && UUID.test(domainId)))
		complaints.add('domain_id', 'The domain is not known.');
	const [name, slug] = isNew ? [] : [text('name', 50, false), text('slug', 25, false)];
	return {
		...(address !== undefined && { address }),
		...(typeof domainId === 'string' && { domainId }),
		...(name !== undefined && { name }),
		...(slug !== undefined && { slug }),
	};
}
