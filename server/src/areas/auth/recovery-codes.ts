import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@throughline/contracts/account'
import { hashToken } from '../../core/http/session.ts'

/** Thirty-two letters and digits, none of which is mistaken for another: twelve of them are 60 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUP = 4
const GROUPS = 3

const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const newCode = () => Array.from({ length: GROUPS }, group).join('-')

export const newRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, newCode)

/** However it is typed; with the person, so that one guess is a guess at one account. */
export const hashRecoveryCode = (personId: string, code: string) =>
  hashToken(`${personId}.${code.replace(/[\s-]/g, '').toUpperCase()}`)
