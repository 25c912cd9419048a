/** Who completed steps of an instance, for whoever asks who may decide on them. */
export { whoDid } from './engine/people.queries.ts'
