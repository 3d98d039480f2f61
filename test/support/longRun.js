'use strict';

// A run of minutes writes what it is doing as it goes; jest's own console keeps that back until the file is over.
globalThis.console = require('node:console');

// What n8n does on a busy machine may take minutes; jest takes a time limit of a single project from here only.
jest.setTimeout(600_000);
