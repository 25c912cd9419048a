/** What other areas may use of this one. */

export { confirmationRequired, explainTaken, managedBySso } from './auth.errors.ts'
export { auditPerson, callOne, findPersonByEmail, setPassword } from './auth.queries.ts'
export { isConfirmedNow, requireConfirmed } from './confirm.ts'
export { confirmPassword } from './confirm-password.ts'
export { type ProviderCheck, requireFresh } from './google.ts'
export type { MailContent } from './mails/mail-content.ts'
export { notifyPerson, profileLink } from './notices.ts'
export { hashPassword, requireGoodPassword } from './passwords.ts'
export { endOthers } from './sessions.ts'
export { takeTry } from './tries.ts'
export { goOnElsewhere } from './workspaces.ts'
