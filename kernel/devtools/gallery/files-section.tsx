import { useState } from 'react';
import { Field, type FileInfo, FileList, FilePicker } from '#kernel/client/ui/index.ts';
import { Columns, Section } from './gallery-section.tsx';

const limits = { maxFiles: 5, maxBytes: 10 * 1024 ** 2, accept: ['image/', 'application/pdf'] };

const uploaded: FileInfo[] = [
  { id: 1, name: 'tom-1.jpg', size: 1258291, mimetype: 'image/jpeg' },
  { id: 2, name: 'ma’lumotnoma.pdf', size: 317440, url: '#pdf' },
  { id: 3, name: 'royxat.xlsx', size: 8200, progress: 62 },
  {
    id: 4,
    name: 'juda-uzun-nomli-hujjat-2026-yil-noyabr-oyi-uchun-hisobot.docx',
    size: 52428800,
    error: 'Yuklanmadi',
  },
  { id: 5, name: 'arxiv.zip', size: 1024 },
];

/** Files to be sent, and files that came. */
export function FilesSection() {
  const [files, setFiles] = useState<FileInfo[]>(uploaded);
  const [next, setNext] = useState(100);

  function add(added: File[]): void {
    setNext(next + added.length);
    setFiles([
      ...files,
      ...added.map((file, index) => ({ id: next + index, name: file.name, size: file.size })),
    ]);
  }

  return (
    <Section title="Files">
      <Columns $min={320}>
        <Field group label="Fayllar">
          <FilePicker {...limits} files={[]} onFiles={add} />
        </Field>
        <FileList
          label="Fayllar"
          files={files}
          onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
        />
        <div>
          <FilePicker {...limits} files={files} onFiles={add} shape="button" />
          <FileList label="Xabardagi fayllar" files={uploaded.slice(0, 2)} layout="inline" />
        </div>
      </Columns>
    </Section>
  );
}
