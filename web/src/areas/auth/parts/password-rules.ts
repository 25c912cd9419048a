import { texts } from '../auth.texts.ts'

export const SHORTEST_PASSWORD = 8

/** Only the length is a rule here; the server also refuses common passwords. The rest is advice. */
export const rulesFor = (password: string) => [
  { text: texts.passwordRules.length, met: password.length >= SHORTEST_PASSWORD, required: true },
  { text: texts.passwordRules.uppercase, met: /\p{Lu}/u.test(password) },
  { text: texts.passwordRules.number, met: /\p{N}/u.test(password) },
  { text: texts.passwordRules.special, met: /[^\p{L}\p{N}]/u.test(password) },
]
