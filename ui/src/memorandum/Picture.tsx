import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { memorandumPictureQuery } from "@/api/issued";
import { Button } from "@/kit/Button";
import { Skeleton } from "@/kit/Skeleton";
import styles from "./Memorandum.module.css";

/** A picture as it goes out: drawn anew, without what the camera wrote into it. */
export function Picture({
  sellerBusinessId,
  pictureId,
  alt,
}: {
  sellerBusinessId: string;
  pictureId: string;
  alt: string;
}) {
  const { data, isError, refetch } = useQuery(memorandumPictureQuery(sellerBusinessId, pictureId));
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const blobAddress = URL.createObjectURL(data);
    setAddress(blobAddress);
    return () => URL.revokeObjectURL(blobAddress);
  }, [data]);
  if (address) return <img className={styles.picture} src={address} alt={alt} />;
  if (!isError) return <Skeleton lines={3} />;
  return (
    <p role="alert">
      画像を表示できません。
      <Button kind="quiet" onClick={() => refetch()}>
        もう一度読み込む
      </Button>
    </p>
  );
}
