import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { givePartBuffers, type PartBuffers, takePartBuffers } from './part-buffers.ts'

interface Target {
  client: S3Client
  /** For what takes the store longer the more there is. */
  patient: S3Client
  Bucket: string
  Key: string
}

const ContentType = 'application/octet-stream'

const isRequest = (value: unknown): value is { headers: Record<string, string> } =>
  typeof value === 'object' && value !== null && 'headers' in value

/** What passes is hashed once here and again by whoever scans it, who compares the two: signing it would be a third time. */
export function sendUnsigned(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (handled) => {
        const { request } = handled
        if ((commandName === 'PutObjectCommand' || commandName === 'UploadPartCommand') && isRequest(request)) {
          request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD'
        }
        return next(handled)
      },
    { step: 'build', name: 'sendUnsigned' },
  )
}

/** Parts of one object: one is sent while the next is filled. */
class PartedObject {
  readonly #target: Target
  readonly #uploadId: string
  readonly #parts: CompletedPart[] = []
  #sending: Promise<void> | undefined

  private constructor(target: Target, uploadId: string) {
    this.#target = target
    this.#uploadId = uploadId
  }

  static async begin(target: Target): Promise<PartedObject> {
    const { client, Bucket, Key } = target
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }))
    if (!UploadId) throw new Error('the object store named no upload')
    return new PartedObject(target, UploadId)
  }

  get #named() {
    return { Bucket: this.#target.Bucket, Key: this.#target.Key, UploadId: this.#uploadId }
  }

  /** Comes back when the part before it has arrived; the bytes may not be touched until the next call has. */
  async add(bytes: Buffer): Promise<void> {
    await this.#sending
    this.#sending = this.#send(this.#parts.length + 1, bytes)
    // Whoever waits for it next is told.
    this.#sending.catch(() => undefined)
    this.#parts.push({ PartNumber: this.#parts.length + 1 })
  }

  async #send(PartNumber: number, Body: Buffer): Promise<void> {
    const { ETag } = await this.#target.client.send(new UploadPartCommand({ ...this.#named, PartNumber, Body }))
    this.#parts[PartNumber - 1] = { PartNumber, ETag }
  }

  async complete(): Promise<void> {
    await this.#sending
    const MultipartUpload = { Parts: this.#parts }
    await this.#target.patient.send(new CompleteMultipartUploadCommand({ ...this.#named, MultipartUpload }))
  }

  async abort(): Promise<void> {
    await this.#sending?.catch(() => undefined)
    await this.#target.client.send(new AbortMultipartUploadCommand(this.#named))
  }
}

/** Most files are smaller, and take no part buffers. */
const SMALL_BYTES = 65_536

/** Content of whatever length, never held whole; nothing is left behind when it fails half way. */
export async function putStream(target: Target, content: AsyncIterable<Buffer>): Promise<void> {
  let filling: Buffer = Buffer.allocUnsafeSlow(SMALL_BYTES)
  let filled = 0
  let pair: PartBuffers | undefined
  let parted: PartedObject | undefined
  const sendFilled = async ([first, second]: PartBuffers) => {
    parted ??= await PartedObject.begin(target)
    await parted.add(filling.subarray(0, filled))
    ;[filling, filled] = [filling === first ? second : first, 0]
  }
  const makeRoom = async () => {
    if (pair) return await sendFilled(pair)
    pair = await takePartBuffers()
    filling.copy(pair[0])
    ;[filling] = pair
  }
  try {
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; ) {
        if (filled === filling.length) await makeRoom()
        const copied = chunk.copy(filling, filled, at)
        filled += copied
        at += copied
      }
    }
    if (!pair || !parted) {
      const { client, Bucket, Key } = target
      const Body = filling.subarray(0, filled)
      await client.send(new PutObjectCommand({ Bucket, Key, ContentType, Body }))
      return
    }
    await sendFilled(pair)
    await parted.complete()
  } catch (error) {
    // A store that is away cannot be asked to forget the parts: cleaning finds them.
    await parted?.abort().catch(() => undefined)
    throw error
  } finally {
    if (pair) givePartBuffers(pair)
  }
}
