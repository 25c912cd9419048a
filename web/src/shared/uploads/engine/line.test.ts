import { getCsrf } from '@throughline/contracts/auth'
import { expect, test, vi } from 'vitest'
import { serverLine } from './line.ts'

/** Requests that answer when the test says so. */
function scriptedRequests() {
  const sent: ScriptedRequest[] = []
  class ScriptedRequest extends EventTarget {
    readonly upload = new EventTarget()
    withCredentials = false
    status = 0
    responseText = ''
    url = ''
    open(_method: string, url: string) {
      this.url = url
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    send() {
      sent.push(this)
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    answer(status: number, body: object) {
      this.status = status
      this.responseText = JSON.stringify(body)
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest)
  return sent
}

test('an upload that is stopped before its first byte has left is not sent', async () => {
  const sent = scriptedRequests()
  const stop = new AbortController()
  const file = new File(['hello'], 'hello.txt', { type: 'text/plain' })
  const upload = serverLine.plain(file, 'hello.txt', { kind: 'document' }, 'key-1', () => undefined, stop.signal)
  await vi.waitFor(() => expect(sent.map(({ url }) => url)).toEqual([getCsrf.path]))
  stop.abort()
  sent[0]?.answer(200, { csrfToken: 'token' })
  await expect(upload).rejects.toThrow('The upload was stopped')
  expect(sent).toHaveLength(1)
})
