/** How single values of a reply are read, whatever the service writes there. */

export const asObject = (value: unknown): Record<string, unknown> =>
	value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const asCount = (value: unknown): number => Math.trunc(Number(asText(value))) || 0;
export const asStatus = (value: unknown): string => asText(value).trim().toLowerCase();
