import { CODES } from '@throughline/contracts/errors'
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

/** Two sign-ups for one name or address may pass every check and meet in the index: the second is told which it was. */
export function explainTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error) {
    if (error.constraint === 'people_username') throw usernameTaken()
    if (error.constraint === 'people_email') throw accountExists()
  }
  throw error
}
