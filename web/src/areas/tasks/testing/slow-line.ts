import { vi } from 'vitest'

export type Arrived = { call: string; answer: (status: number, body: unknown) => void }

/** Uploads are answered when and as the test says; the token comes at once. */
export function slowLine(onUpload: (upload: Arrived) => void) {
  class Line {
    upload = { addEventListener: () => undefined }
    status = 200
    responseText = ''
    #loaded = () => undefined as void
    #call = ''
    open(method: string, url: string) {
      this.#call = `${method} ${url}`
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    addEventListener(name: string, listener: () => void) {
      if (name === 'load') this.#loaded = listener
    }
    #answer(status: number, body: unknown) {
      this.status = status
      this.responseText = JSON.stringify(body)
      this.#loaded()
    }
    send() {
      const answer = (status: number, body: unknown) => this.#answer(status, body)
      if (this.#call.startsWith('POST')) onUpload({ call: this.#call, answer })
      else answer(200, { csrfToken: 'token' })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Line)
}
