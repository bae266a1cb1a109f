// The entry point of the shared documents.
export { factKeyOf } from './fact-key.ts'
export { openDocumentFile, type DocumentFile, type FactRow } from './document-file.ts'
export { SharedDocuments, type DocumentChange, type NewFact } from './shared-documents.ts'
export { BadUpdateError, checkUpdate, maxUpdateBytes } from './update-check.ts'
