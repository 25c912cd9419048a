/** Control characters, and marks that turn the direction of what follows: they hide what a name says. */
const HIDDEN = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** What people named or wrote, for mails and notices outside the page, whose programs show every character as it comes. */
export const visibleText = (text: string): string => text.replaceAll(HIDDEN, '')
