import { CODES } from '@throughline/contracts/errors'
import {
  explainViolation as explainTakenBy,
  type UniqueViolations,
  violationOf,
} from '../../core/db/unique-violation.ts'
import { AppError, conflict } from '../../core/errors.ts'

export const badLink = () =>
  new AppError(422, 'invalid_verification', 'Invalid verification link. Please use the latest link from your email.')

export const wrongCredentials = () => new AppError(401, 'wrong_credentials', 'The username or password isn’t correct.')

export const nowhereToWork = () =>
  new AppError(403, 'suspended', 'Your access was suspended. Contact your administrator.')

export const accountExists = () => conflict(CODES.accountExists, 'This email is already associated with an account')

const usernameTaken = () =>
  new AppError(409, 'username_taken', 'This username is taken. Choose another.', {
    errors: [{ path: 'username', message: 'This username is taken. Choose another.' }],
  })

export const invalidPassword = () =>
  new AppError(422, CODES.invalidPassword, 'Current password is incorrect', {
    errors: [{ path: 'current_password', message: 'Current password is incorrect' }],
  })

export const confirmationRequired = () =>
  new AppError(403, CODES.confirmationRequired, 'Confirm it’s you, then try again.')

export const managedBySso = (what: 'address' | 'password' | 'sign-in') =>
  new AppError(403, 'single_sign_on', `Your organization manages this ${what}`)

export const wrongCode = () =>
  new AppError(422, CODES.wrongCode, 'This code isn’t correct. Enter the current one from your app.', {
    errors: [{ path: 'code', message: 'This code isn’t correct. Enter the current one from your app.' }],
  })

export function secondFactorLocked(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const message = `Too many wrong codes. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
  return new AppError(429, CODES.secondFactorLocked, message, { retryAfter: seconds })
}

export const signInAgain = () => new AppError(401, 'sign_in_again', 'This took too long. Sign in again.')
export const twoFactorsAreOn = () => conflict('two_factors_on', 'Two-factor sign-in is already on')
export const twoFactorsAreOff = () => conflict('two_factors_off', 'Two-factor sign-in is off')
export const nothingToConfirm = () => conflict('nothing_to_confirm', 'Start over with a new code for your app')
export const twoFactorsAreRequired = () =>
  conflict(CODES.twoFactorsRequired, 'Your organization requires two-factor sign-in. You can’t turn it off.')

const alreadyMember = () => conflict('already_member', 'You’re already a member of this organization')

/** The unique index in which two people, or one person twice, have met. */
const TAKEN: UniqueViolations = {
  people_username: usernameTaken,
  people_email: accountExists,
  people_google: accountExists,
  members_email: accountExists,
  members_person: alreadyMember,
}

export const isTaken = (error: unknown) => violationOf(TAKEN, error) !== undefined
export const explainTaken = explainTakenBy(TAKEN)
