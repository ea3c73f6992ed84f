import type { House } from 'shared-types/contract/ljmonitor';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { NoteEditor } from '../lazy-row-details.ts';
import styles from './house-note.module.css';

interface HouseNoteProps {
  house: House;
  isOpen: boolean;
  onClose: () => void;
}

/** The user's own note on a house, or its editor. */
export const HouseNote = ({ house, isOpen, onClose }: HouseNoteProps) => (
  <div id={`note-${house.houseId}`} className={styles.note}>
    {isOpen ? (
      <LazyPart loading={<Skeleton rows={1} />}>
        <NoteEditor house={house} onClose={onClose} />
      </LazyPart>
    ) : (
      house.note
    )}
  </div>
);
