import { useQuery } from "@tanstack/react-query";
import { marketPricesQuery } from "@/api/listing";
import { pageFetch } from "@/api/query";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { MarketPrices } from "@/sale/MarketPrices";

/** What was paid in the network, in figures that tell of no deal: /market-price. */
export default function MarketScreen() {
  const { data } = useQuery({ ...marketPricesQuery, ...pageFetch });
  return (
    <>
      <Heading level={1}>成約の相場</Heading>
      {data ? <MarketPrices prices={data} /> : <Skeleton rows={6} />}
    </>
  );
}
