import { vi } from 'vitest'

export interface SentFile {
  call: string
  key: string | undefined
  form: FormData
  progress: (loaded: number, total: number) => void
  answer: (status: number, body: unknown) => void
  /** The connection is lost, and with it the answer. */
  lose: () => void
}

type Listener = (event: { loaded: number; total: number }) => void

/** Uploads are answered when and as the test says; the token comes at once. */
export function slowLine(onUpload: (upload: SentFile) => void) {
  class Line {
    status = 200
    responseText = ''
    #progress: Listener = () => undefined
    #listeners = new Map<string, () => void>()
    #headers = new Map<string, string>()
    #call = ''
    upload = {
      addEventListener: (_: string, listener: Listener) => {
        this.#progress = listener
      },
    }
    open(method: string, url: string) {
      this.#call = `${method} ${url}`
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name.toLowerCase(), value)
    }
    getResponseHeader() {
      return null
    }
    addEventListener(name: string, listener: () => void) {
      this.#listeners.set(name, listener)
    }
    abort() {
      this.#listeners.get('abort')?.()
    }
    send(form: FormData) {
      const answer = (status: number, body: unknown) => {
        this.status = status
        this.responseText = JSON.stringify(body)
        this.#listeners.get('load')?.()
      }
      if (!this.#call.startsWith('POST')) return answer(200, { csrfToken: 'token' })
      return onUpload({
        call: this.#call,
        key: this.#headers.get('idempotency-key'),
        form,
        progress: (loaded, total) => this.#progress({ loaded, total }),
        answer,
        lose: () => this.#listeners.get('error')?.(),
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Line)
}
