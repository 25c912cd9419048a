import { catalogue } from '../../../ui/catalogue.ts'

/** Asked before what a session alone may not do. */
export const texts = catalogue({
  title: 'Confirm it’s you',
  note: 'You won’t be asked again for 5 minutes.',
  password: 'Password',
  enterPassword: 'Enter your password',
  wrongPassword: 'This password isn’t correct.',
  confirm: 'Confirm',
  notConfirmed: 'We couldn’t confirm it’s you',
  byCode: 'Use a code instead',
  byPassword: 'Use your password instead',
  byGoogle: 'Sign in with the Google account you use here.',
})
