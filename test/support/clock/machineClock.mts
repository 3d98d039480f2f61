// To be imported by a test file of a project on the fast clock that keeps the machine's own.
Object.assign(globalThis, { keepsMachineClock: true });

export {};
