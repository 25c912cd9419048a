import { subscribeEmail } from '@throughline/contracts/admin'
import { type TestApi, Visitor } from './api.ts'

/** As the form of the landing page does it. */
export const joinWaitlist = ({ app, ctx }: TestApi, email: string): Promise<Response> =>
  new Visitor(app, ctx.config.WWW_ORIGIN).fetch(`${ctx.config.WWW_ORIGIN}${subscribeEmail.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
