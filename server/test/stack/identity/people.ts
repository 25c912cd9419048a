import { createHash } from 'node:crypto'

export type Person = { sub: string; email: string; email_verified: boolean; name: string }

export const suggestions = [
  { email: 'ada.moreau@gmail.test', name: 'Ada Moreau' },
  { email: 'ben.okafor@gmail.test', name: 'Ben Okafor' },
  { email: 'chen.li@northwind.test', name: 'Chen Li' },
]

const known = new Map<string, Person>()

/** The same address always has the same number, as a real account would. */
export function signIn(typedEmail: string, typedName: string, verified: boolean): Person {
  const email = typedEmail.trim().toLowerCase()
  const digest = createHash('sha256').update(email).digest('hex')
  const sub = BigInt(`0x${digest.slice(0, 17)}`)
    .toString()
    .padStart(21, '1')
  const name = typedName.trim() || (email.split('@')[0] ?? email)
  const person = { sub, email, email_verified: verified, name }
  known.set(sub, person)
  return person
}

export const personBySub = (sub: string) => known.get(sub)
