import { useRef, useState, type DragEvent } from 'react';

/** Takes files that are dropped anywhere on a place; `over` is true while some are held above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  // Enter and leave also come from the parts inside.
  const depth = useRef(0);

  function leave(): void {
    depth.current = 0;
    setOver(false);
  }

  return {
    over,
    drop: {
      onDragEnter(event: DragEvent): void {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragLeave(event: DragEvent): void {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDragOver(event: DragEvent): void {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop(event: DragEvent): void {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
