import { readFileSync } from 'node:fs';
import path from 'node:path';

// Where the package lives is said once, as `repository` in package.json; to publish it under another name, change that.

/** The files that lead to the repository; in package.json that is its homepage. `npm run docs` writes the address there. */
export const LINKING_FILES = [
	'package.json',
	'README.md',
	'credentials/MessagingServiceApi.credentials.ts',
	'nodes/MessagingService/MessagingService.node.json',
	'nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.json',
];

/** The address that a browser opens, of `repository.url` in a package.json. */
export const addressOf = (repository: string): string =>
	repository.replace(/^git\+/, '').replace(/\.git$/, '');

/** Puts the address of the repository into every link of a text to a repository of this package. */
export const withRepository = (text: string, address: string): string =>
	text.replace(/https:\/\/github\.com\/[\w.-]+\/n8n-nodes-messaging-service(?![\w.-])/g, address);

/** @returns the address of the repository that package.json in the folder names */
export function repositoryOf(folder: string): string {
	const { repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	return addressOf(repository.url);
}
