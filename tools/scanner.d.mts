declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	export const SOURCE_FILE_PATTERNS: string[];
	export function analyzePackage(
		directory: string,
		patterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
