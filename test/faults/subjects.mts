import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server.mts';
import { OPERATIONS } from '../cases/load.mts';
import type { TestedOperation } from '../cases/load.mts';
import type { Seeded } from './seed.mts';

/** One operation of the node, as the matrix runs it. */
export interface Subject {
	/** resource.operation, with a word in brackets where a part of it is meant. */
	id: string;
	title: string;
	resource: string;
	operation: string;
	parameters(seeded: Seeded): INodeParameters;
	items: IDataObject[];
	/** Output items of a success. */
	outputs: number;
	/** The request that the fault meets. */
	method: string;
	path: RegExp;
	/** How often each thing that is to be done was done; nothing for reads. */
	effects?(sandbox: Sandbox, seeded: Seeded): number[];
	/** Another one does no harm, and Retry On Fail may make it. */
	repeatable?: boolean;
	/** Sets what may be set twice: repeated without a question, with the same values each time. */
	idempotent?: boolean;
	/** Reads what became of its request in every case, so that no reply is taken for it. */
	verified?: { method: string; path: RegExp };
	/** Carries references of its own: whatever happens, Retry On Fail ends in exactly one message each. */
	referenced?: boolean;
	/** Makes a campaign: after an unknown outcome it is asked for through Retry For, and never sent again. */
	campaign?: boolean;
	/** Not made again after an unknown outcome: what was made shows in a list, or it ends in an error. */
	unrepeated?: boolean;
	/** Nothing tells it from another one like it: it is repeated only where the service surely did not act. */
	once?: boolean;
}

/** Whether a path is that of a login or of a new token; codes have "authentications" of their own. */
const isLogin = (path: RegExp): boolean => /\/auth(?:\W|$)/.test(path.source);

/** What the request that the fault meets proves itself with; the login brings the token. */
export function proofOf({ path }: Pick<Subject, 'path'>): 'key' | 'token' | 'login' {
	return isLogin(path) ? 'login' : path.source.startsWith('^\\/api') ? 'token' : 'key';
}

/** Whether it sends to people: what becomes of that, test/never-twice says. */
export const isSend = ({ id, path }: Subject): boolean =>
	/^(?:sms|campaign|rcsCampaign|rcsMessage|message)\.send/.test(id) && !isLogin(path);

/** The request that an operation declares: its path up to what fills it, so that another form of the path counts, too. */
const declaredPath = ({ url }: TestedOperation): RegExp =>
	new RegExp(`^${url.replace(/\{\w+\}/g, '[^/?]+')}`);

/** Every operation of the node. */
export const SUBJECTS: Subject[] = OPERATIONS.flatMap((tested) => {
	const { id, title, resource, operation, method, cases } = tested;
	const { parameters: usual } = cases.runs[0];
	return (cases.faults ?? [{}]).map(({ at, ...own }) => ({
		id: at === undefined ? id : `${id} (${at})`,
		title: at === undefined ? title : `${title}, at the ${at}`,
		resource,
		operation,
		parameters: (seeded: Seeded) => (typeof usual === 'function' ? usual(seeded) : usual),
		items: [{}],
		outputs: 1,
		method,
		path: declaredPath(tested),
		...own,
	}));
});
