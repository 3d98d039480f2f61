/** What the page and the demo can watch. */
export type SandboxEvent =
	| 'message'
	| 'campaign'
	| 'application'
	| 'received'
	| 'stopList'
	| 'contacts'
	| 'request'
	| 'fault'
	| 'reset'
	| 'clock'
	| 'config';

type Listener = (type: SandboxEvent, data: unknown) => void;

/** Passes events on to listeners; costs nothing while there are none. */
export class EventHub {
	private readonly listeners = new Set<Listener>();

	/** Adds a listener; the returned function removes it. */
	on(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Tells the listeners; `data` is made only when there are any. */
	emit(type: SandboxEvent, data: () => unknown): void {
		if (this.listeners.size === 0) return;
		const value = data();
		for (const listener of this.listeners) listener(type, value);
	}
}
