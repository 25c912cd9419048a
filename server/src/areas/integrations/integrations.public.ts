/** What other areas may use of this one. */

export type { OpenedSecret, OpenSecrets } from './open-secrets.service.ts'
