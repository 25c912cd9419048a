import { createHmac, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Payment } from './ledger.ts'

/** How webhooks arrive: as they should, or as networks have it. */
export type Delivery = 'normal' | 'lost' | 'late' | 'repeated' | 'reversed' | 'mixed'

export interface Report {
  id: string
  body: string
  signature: string
}

const LATE_MS = 3_000
/** Of mixed reports so many are lost, kept back, or sent and kept to be sent again; of some payments none arrives. */
const FAULTY = 0.2
const SILENT = 0.05

/** Signed reports of what happened, sent to the addresses that were given: an account may have several. */
export function createReports(secret: string) {
  let urls: readonly string[] = []
  let delivery: Delivery = 'normal'
  const sent: Report[] = []
  const kept: Report[] = []

  function reportOf(event: string, payment: Payment): Report {
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_simulated',
      event,
      contains: ['payment'],
      payload: { payment: { entity: payment } },
      created_at: payment.created_at,
    })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return { id: `evt_${randomBytes(9).toString('hex')}`, body, signature }
  }

  function postTo(url: string, { id, body, signature }: Report): Promise<void> {
    const { host, hostname, port, pathname } = new URL(url)
    const headers = {
      host,
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': id,
    }
    // Browsers know where app.localhost is; Node does not.
    const address = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname
    return new Promise((resolve) => {
      const sending = request({ host: address, port, path: pathname, method: 'POST', headers }, (answer) => {
        answer.resume().once('end', resolve)
      })
      // A receiver that is away misses it: that is what asking afterwards is for.
      sending.once('error', () => resolve())
      sending.end(body)
    })
  }

  const post = async (report: Report): Promise<void> => void (await Promise.all(urls.map((url) => postTo(url, report))))

  async function postMixed(report: Report): Promise<void> {
    if (Math.random() >= FAULTY) return post(report)
    const fault = Math.random() * 3
    if (fault >= 1) kept.push(report)
    if (fault >= 2) await post(report)
  }

  /** In this order, unless they are to come in another. */
  async function send(...events: [event: string, payment: Payment][]): Promise<void> {
    const reports = events.map(([event, payment]) => reportOf(event, structuredClone(payment)))
    sent.push(...reports)
    if (delivery === 'lost' || (delivery === 'mixed' && Math.random() < SILENT)) return
    if (delivery === 'mixed') {
      await Promise.all(reports.map(postMixed))
      return
    }
    if (delivery === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    for (const report of delivery === 'reversed' ? reports.toReversed() : reports) {
      await post(report)
      if (delivery === 'repeated') await post(report)
    }
  }

  return {
    send,
    sent,
    /** What was kept back, hours after it happened. */
    async sendKept(): Promise<number> {
      const late = kept.splice(0)
      for (const report of late) await post(report)
      return late.length
    },
    configure(changes: { urls?: readonly string[]; delivery?: Delivery }) {
      urls = changes.urls ?? urls
      delivery = changes.delivery ?? delivery
    },
  }
}
