import { CODES } from '@throughline/contracts/errors'
import { explainTaken as explainTakenBy, type Taken, takenOf } from '../../core/db/taken.ts'
import { AppError, conflict } from '../../core/errors.ts'

export const badLink = () =>
  new AppError(422, 'invalid_verification', 'Invalid verification link. Please use the latest link from your email.')

export const wrongCredentials = () =>
  new AppError(401, 'wrong_credentials', 'The username or the password is not right.')

export const nowhereToWork = () =>
  new AppError(403, 'suspended', 'Your access was suspended. Ask the administrator of your organization.')

export const accountExists = () => conflict(CODES.accountExists, 'This email is already associated with an account')

const usernameTaken = () =>
  new AppError(409, 'username_taken', 'This username is taken. Choose another.', {
    errors: [{ path: 'username', message: 'This username is taken. Choose another.' }],
  })

const alreadyMember = () => conflict('already_member', 'You are a member of this organization already')

/** The unique index in which two people, or one person twice, have met. */
const TAKEN: Taken = {
  people_username: usernameTaken,
  people_email: accountExists,
  people_google: accountExists,
  members_email: accountExists,
  members_person: alreadyMember,
}

export const isTaken = (error: unknown) => takenOf(TAKEN, error) !== undefined
export const explainTaken = explainTakenBy(TAKEN)
