import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const params = z.object({ token: z.string().check(z.maxLength(100)) })

/** Mail programs and the filters before them open links by themselves. */
export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/v1/unsubscribe/:token/',
  summary: 'A page with a button to unsubscribe; opening it changes nothing',
  access: 'public',
  rate: 'read',
  params,
  response: z.string(),
  binary: true,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/v1/unsubscribe/:token/',
  summary: "Unsubscribe from email that an organization's workflows send, with one click (RFC 8058)",
  access: 'public',
  rate: 'write',
  one_click: true,
  params,
  response: z.string(),
  binary: true,
})

export const showDigestOff = endpoint({
  method: 'GET',
  path: '/v1/unsubscribe/digest/:token/',
  summary: 'A page with a button to turn the email digest off; opening it changes nothing',
  access: 'public',
  rate: 'read',
  params,
  response: z.string(),
  binary: true,
})

export const turnDigestOff = endpoint({
  method: 'POST',
  path: '/v1/unsubscribe/digest/:token/',
  summary: 'Turn the email digest off, with one click (RFC 8058)',
  access: 'public',
  rate: 'write',
  one_click: true,
  params,
  response: z.string(),
  binary: true,
})
