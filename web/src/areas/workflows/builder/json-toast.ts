/** The fault stands under the text with its repairs: what is said about it soon gives way to them. */
export const JSON_TOAST = { id: 'json', timeout: 5_000 }
