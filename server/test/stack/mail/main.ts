import type { ServerResponse } from 'node:http'
import { sendHtml, sendJson, serve } from '../http.ts'
import { contentPage, contentPolicy, listPage, mailPage } from './page.ts'
import { receive } from './receive.ts'
import { type Mail, MailStore } from './store.ts'

const [host = '', smtpPort, pagePort, file = ''] = process.argv.slice(2)
const store = new MailStore(file)

function answer(response: ServerResponse, mail: Mail | undefined, send: (mail: Mail) => void): void {
  if (mail) send(mail)
  else sendJson(response, 404, { error: 'not_found' })
}

receive(Number(smtpPort), host, store)
serve(Number(pagePort), host, async (request, response, { pathname, searchParams }) => {
  const to = searchParams.get('to') ?? undefined
  const since = searchParams.get('since') ?? undefined
  const limit = searchParams.has('limit') ? Number(searchParams.get('limit')) : undefined
  const [, first, id = '', part] = pathname.replace(/^\/api/, '').split('/')
  const api = pathname.startsWith('/api/messages')

  if (api && request.method === 'DELETE') {
    await store.clear()
    response.writeHead(204).end()
  } else if (api && !id) sendJson(response, 200, store.list({ to, since, limit }))
  else if (api) answer(response, store.find(id), (mail) => sendJson(response, 200, mail))
  else if (pathname === '/') sendHtml(response, listPage(store.list({ to: to || undefined, limit: 200 }), to ?? ''))
  else if (first === 'messages') {
    answer(response, store.find(id), (mail) =>
      part === 'html' ? sendHtml(response, contentPage(mail), contentPolicy) : sendHtml(response, mailPage(mail)),
    )
  } else sendJson(response, 404, { error: 'not_found' })
})
