import { SECRET_LIMITS } from '@throughline/contracts/integrations'
import { texts } from './secrets.texts.ts'

export interface SecretFields {
  name: string
  value: string
  /** As typed: one host on each line. */
  hosts: string
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const CONTROL = /\p{Cc}/u

/** Who pastes a whole address means its host. */
const hostIn = (entry: string): string => (entry.startsWith('https://') ? (URL.parse(entry)?.host ?? entry) : entry)

export const hostsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map(hostIn),
  ),
]

export type FieldErrors = Partial<Record<keyof SecretFields, string>>

/** What keeps this from being saved, by field; the server says the same. */
export function errorsIn({ name, value, hosts }: SecretFields): FieldErrors {
  const { form } = texts
  const given = hostsOf(hosts)
  const isValue =
    value.length >= SECRET_LIMITS.shortest && value.length <= SECRET_LIMITS.longest && !CONTROL.test(value)
  const areHosts = given.length > 0 && given.length <= SECRET_LIMITS.hosts && given.every((host) => HOST.test(host))
  return {
    ...(!NAME.test(name) && { name: form.nameWrong }),
    ...(!isValue && { value: form.valueWrong(SECRET_LIMITS.shortest) }),
    ...(!areHosts && { hosts: form.hostsWrong }),
  }
}
