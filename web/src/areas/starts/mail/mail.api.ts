import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Input } from '@throughline/contracts/endpoint'
import * as mail from '@throughline/contracts/mail-starts'
import { api } from '../../../shared/api.ts'
import { startsKey } from '../starts.api.ts'

export type MailBody = Input<typeof mail.addMailAddress>['body']

export const mailAddressesQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'mail-addresses'],
    queryFn: async ({ signal }) => (await api(mail.listMailAddresses, { params: { workflowId } }, { signal })).data,
  })

export const mailAddressQuery = (workflowId: string, mailAddressId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'mail-address', mailAddressId],
    queryFn: async ({ signal }) =>
      (await api(mail.getMailAddress, { params: { workflowId, mailAddressId } }, { signal })).data,
  })

export const mailsQuery = (workflowId: string, mailAddressId: string, held: boolean) =>
  infiniteQueryOptions({
    queryKey: [...startsKey(workflowId), 'mails', mailAddressId, { held }],
    queryFn: ({ pageParam, signal }) =>
      api(
        mail.listMails,
        {
          params: { workflowId, mailAddressId },
          query: { limit: 20, ...(held && { held: 'true' }), ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

export const addMailAddress = async (workflowId: string, body: MailBody) =>
  (await api(mail.addMailAddress, { params: { workflowId }, body })).data

export const mailCalls = (workflowId: string, mailAddressId: string) => {
  const params = { workflowId, mailAddressId }
  return {
    save: async (body: MailBody, version: number) =>
      (await api(mail.changeMailAddress, { params, body: { ...body, version } })).data,
    remove: () => api(mail.removeMailAddress, { params }),
    pause: (paused: boolean) => api(mail.pauseMailAddress, { params, body: { paused } }),
    decide: (mailId: string, start: boolean) =>
      api(mail.decideMail, { params: { ...params, mailId }, body: { start } }),
  }
}
