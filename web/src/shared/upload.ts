import { type Client, createClient } from '@throughline/contracts/client'
import { callKeys, tellRefusal } from './api.ts'

/** What the client needs of `fetch`, over the one way by which a browser tells how much of a body has left. */
function sendWithProgress(onProgress: (part: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
      request.withCredentials = true
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
      request.addEventListener('load', () => {
        const retryAfter = request.getResponseHeader('retry-after')
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
          }),
        )
      })
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
      request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
      init.signal?.addEventListener('abort', () => request.abort())
      request.send(init.body instanceof FormData || typeof init.body === 'string' ? init.body : null)
    })
}

/** The client of one upload: calls like any other, and tells from 0 to 1 how much has left. */
export const uploadClient = (onProgress: (part: number) => void): Client =>
  createClient({ fetch: sendWithProgress(onProgress), onError: tellRefusal, keys: callKeys })
