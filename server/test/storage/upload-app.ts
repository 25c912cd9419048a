import Fastify from 'fastify'
import { AppError } from '../../src/core/errors.ts'
import type { Storage } from '../../src/core/storage/storage.ts'
import { registerMultipart, type UploadedFile } from '../../src/core/storage/uploaded-file.ts'

export const MAX_BYTES = 200 * 1_048_576

/** A server with one upload route that remembers what it received. */
export async function startUploadApp(storage: Storage) {
  const received: UploadedFile[] = []
  const app = Fastify()
  await registerMultipart(app)
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof AppError) return reply.status(error.status).send({ code: error.code })
    return reply.status(500).send({ code: String(error) })
  })
  app.route<{ Querystring: { max?: string; files?: string } }>({
    method: 'POST',
    url: '/upload',
    handler: async (request) => {
      const maxBytes = Number(request.query.max ?? MAX_BYTES)
      const maxFiles = Number(request.query.files ?? 1)
      const { files } = await storage.receiveFiles(request, { field: 'file', maxBytes, maxFiles })
      received.push(...files)
      return maxFiles > 1 ? files : files[0]
    },
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  const send = async (body: FormData | string, query = '', headers?: Record<string, string>) => {
    const response = await fetch(`${origin}/upload${query}`, { method: 'POST', body, ...(headers && { headers }) })
    return { status: response.status, body: await response.json() }
  }
  const upload = async (content: string | Buffer, name = 'notes.txt'): Promise<UploadedFile> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
    const { status, body } = await send(form)
    const file = received.at(-1)
    if (status !== 200 || !file) throw new Error(`the upload answered ${status} ${JSON.stringify(body)}`)
    return file
  }
  return { origin, received, send, upload, close: () => app.close() }
}
