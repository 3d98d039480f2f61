/** A message by whom it goes to and what it says; the link of one that asks is another in each execution. */
export const keyOf = (phone: string, text: string): string => `${phone} ${text.split('\n')[0]}`;
