/** What the product is measured beside: a body is hashed on its way to the store, or an object sent on; nothing else. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { readConfig } from '../../src/core/config.ts'
import { clientOptions } from '../../src/core/storage/object-store.ts'
import { listen } from '../listen.ts'

const config = readConfig()
const client = new S3Client(clientOptions(config))
const Bucket = config.S3_BUCKET

async function take(request: IncomingMessage, response: ServerResponse) {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const Key = `quarantine/${randomUUID()}`
  const stored = new Upload({ client, params: { Bucket, Key, Body: hashing } }).done()
  await Promise.all([pipeline(request, hashing), stored])
  response.end(JSON.stringify({ key: Key, sha256: hash.digest('hex') }))
}

async function give(key: string, response: ServerResponse) {
  const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
  if (!(Body instanceof Readable)) throw new Error('the object store answered without content')
  response.setHeader('content-length', ContentLength)
  await pipeline(Body, response)
}

const server = createServer((request, response) => {
  const work = request.method === 'POST' ? take(request, response) : give((request.url ?? '').slice(1), response)
  work.catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))))
})
process.send?.(await listen(server))
