import type { FastifyReply } from 'fastify'
import type { Storage } from '../storage/storage.ts'

/** Should a browser ever be talked into opening it as a page, that page can do nothing. */
export async function sendPicture(storage: Storage, reply: FastifyReply, objectKey: string, mediaType = 'image/png') {
  const content = await storage.read(objectKey)
  reply
    .type(mediaType)
    .header('content-length', content.length)
    .header('cache-control', 'private, max-age=300')
    .header('content-security-policy', "sandbox; default-src 'none'")
  return content.stream
}
