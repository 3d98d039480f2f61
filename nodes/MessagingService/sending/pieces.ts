import type { Message, Ready, Recipient } from './message';

/*
 * Which messages go out together. A request takes so many at most, from one sender and on the same terms, and each number at most once
 * (code 31): further messages to a number go out in further rounds.
 */

/** Messages that may share a request. */
export interface Group {
	/** Which of the messages to one number it holds: those of an earlier round leave before. */
	readonly round: number;
	/** When they go out (ms), if Quiet Hours are set. */
	readonly start: number;
	/** Those that have not left, in the order of the input. */
	ready: Ready[];
}

/** Finds the group of a message: the same one for all that may go out together. */
export type GroupOf = (recipient: Ready) => Group;

/** Returns what finds the groups of messages with the same round, start and key. */
export function groupsBy(
	keyOf: (recipient: Ready) => string,
	roundOf: (message: Message) => number,
	startOf: (message: Message) => number = ({ start = 0 }) => start,
): GroupOf {
	const groups = new Map<string, Group>();
	return (recipient) => {
		const round = roundOf(recipient.message);
		const start = startOf(recipient.message);
		const key = `${round} ${start} ${keyOf(recipient)}`;
		const group = groups.get(key) ?? { round, start, ready: [] };
		groups.set(key, group);
		return group;
	};
}

/** So many requests are collected at a time. Of more groups than that, the largest one goes out before it is full. */
const COLLECTED_AT_MOST = 20;

/** Collects messages into the pieces in which they leave, of `size` at most. */
export class Pieces {
	readonly #groups = new Set<Group>();
	#held = 0;

	constructor(
		private readonly size: number,
		private readonly groupOf: GroupOf,
		/** Whether pieces leave as soon as they are full, as long as others are still to come. */
		private readonly leavesFull: boolean,
	) {}

	/** Whether messages are in more groups than one, so that they leave in another order than they come. */
	get areSeveral(): boolean {
		return this.#groups.size > 1;
	}

	/** Takes those that are ready; returns the pieces that leave now. */
	add(recipients: readonly Recipient[]): Ready[][] {
		const leaving: Ready[][] = [];
		let last: Group | undefined;
		for (const recipient of recipients) {
			if (recipient.status !== 'ready') continue;
			const group = this.groupOf(recipient);
			if (group !== last) this.#groups.add(group);
			last = group;
			const full = this.leavesFull ? this.#full(group) : undefined;
			if (full) leaving.push(...this.#leave(full));
			group.ready.push(recipient);
			this.#held++;
		}
		return leaving;
	}

	/** Empties a full group, and those that leave before it. */
	#leave(full: Group): Ready[][] {
		const leaving = [...this.#before(full), full];
		const pieces = leaving.map(({ ready }) => ready).filter((ready) => ready.length > 0);
		for (const group of leaving) {
			this.#held -= group.ready.length;
			group.ready = [];
		}
		return pieces;
	}

	/** The pieces that are left: those whose time has come first, and of those to one number the one that stands first in the input. */
	rest(): Ready[][] {
		const inOrder = [...this.#groups].sort(
			(one, other) => one.start - other.start || one.round - other.round,
		);
		return inOrder.flatMap(({ ready }) =>
			Array.from({ length: Math.ceil(ready.length / this.size) }, (_, part) =>
				ready.slice(part * this.size, (part + 1) * this.size),
			),
		);
	}

	/** The group that leaves before another message of this one comes. */
	#full(group: Group): Group | undefined {
		if (group.ready.length === this.size) return group;
		if (this.#held < this.size * COLLECTED_AT_MOST) return undefined;
		return [...this.#groups].reduce((most, one) =>
			one.ready.length > most.ready.length ? one : most,
		);
	}

	/** The groups that leave before a full one: all of earlier rounds, if they hold an earlier message to one of its numbers. */
	#before(full: Group): Group[] {
		if (full.round === 0) return [];
		const phones = new Set(full.ready.map(({ message }) => message.phone));
		const earlier = [...this.#groups]
			.filter(({ round }) => round < full.round)
			.sort((one, other) => one.round - other.round);
		const isThere = earlier.some(({ ready }) =>
			ready.some(({ message }) => phones.has(message.phone)),
		);
		return isThere ? earlier : [];
	}
}

/** The pieces of messages that are all there. */
export function piecesOf(
	recipients: readonly Recipient[],
	size: number,
	groupOf: GroupOf,
): Ready[][] {
	const pieces = new Pieces(size, groupOf, false);
	pieces.add(recipients);
	return pieces.rest();
}
