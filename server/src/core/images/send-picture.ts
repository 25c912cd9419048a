import type { FastifyReply } from 'fastify'
import type { Storage } from '../storage/storage.ts'

/** Should a browser ever be talked into opening it as a page, that page can do nothing. */
export function pictureHeaders(mediaType: string, length: number, cacheControl: string) {
  return {
    'content-type': mediaType,
    'content-length': length,
    'cache-control': cacheControl,
    'content-security-policy': "sandbox; default-src 'none'",
  }
}

export async function sendPicture(storage: Storage, reply: FastifyReply, objectKey: string, mediaType = 'image/png') {
  const content = await storage.read(objectKey)
  reply.headers(pictureHeaders(mediaType, content.length, 'private, max-age=300'))
  return content.stream
}
